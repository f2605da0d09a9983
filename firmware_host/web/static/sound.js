// The buzzer: silent until it is switched on.

/** @type {AudioContext | null} */
let speakers = null;

/** @param {boolean} on */
export function switchSound(on) {
  if (on) {
    speakers ??= new AudioContext();
    speakers.resume();
  } else {
    speakers?.close();
    speakers = null;
  }
}

/** @param {Tone} notes */
export function play(notes) {
  if (!speakers) return;
  let at = speakers.currentTime + 0.02;
  for (const [note, seconds] of notes) {
    if (note !== null) {
      const voice = speakers.createOscillator(),
        loud = speakers.createGain();
      voice.type = "triangle";
      voice.frequency.value = 440 * 2 ** ((note - 69) / 12);
      loud.gain.setValueAtTime(0, at);
      loud.gain.linearRampToValueAtTime(0.16, at + 0.01);
      loud.gain.linearRampToValueAtTime(0, at + seconds);
      voice.connect(loud).connect(speakers.destination);
      voice.start(at);
      voice.stop(at + seconds);
    }
    at += seconds;
  }
}

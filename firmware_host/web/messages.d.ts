// What the table and its pages send each other. wire.py and page_frames.py write these, and the scripts read them:
// `make check` checks the scripts against this file, and a test checks the frames of whole evenings.

type Mark = "G" | "Y" | "-" | "w" | "x" | ".";

/** Letters, a mark for each, and what stands beside the row. */
type Row = [letters: string, marks: string, note: string];

/** Of a row that not everybody may read: letters in place, letters elsewhere; null where it was crossed out. */
type TallyData = [inPlace: number, elsewhere: number] | null;

interface KnownLetters {
  in: string;
  out: string;
}

interface BoardData {
  owner?: string;
  columns: number;
  rows: Row[];
  writing?: number | null;
  colours?: string;
  alphabet?: KnownLetters;
  covered?: boolean; // by the page itself: a secret that is being typed
}

interface ProgressData {
  name: string;
  rows: TallyData[];
  state: "playing" | "on_turn" | "solved" | "out_of_rows" | "gave_up" | "hosts";
  told: string;
}

/** A code to scan. */
interface CodeData {
  text: string;
  rows: string[];
}

interface PageData {
  title?: string;
  secret?: string;
  board?: BoardData;
  boards?: BoardData[];
  alphabet?: KnownLetters;
  notes?: string;
  big?: string;
  slots?: number;
  lines?: string[];
  code?: CodeData;
  table?: string[][];
  own?: number;
  cheers?: boolean;
  others?: ProgressData[];
  deadline?: number;
  about?: string[];
}

interface ItemData {
  id: string;
  label: string;
  value?: string;
  card?: string;
  turns?: boolean;
  opens?: boolean;
}

interface AskedData {
  kind?: "word" | "list" | "marks" | "wait" | "read" | "notes" | "elsewhere";
  name?: string;
  ask?: string;
  typed?: string;
  longest?: number;
  spaces?: boolean;
  ideas?: string[];
  suggests?: boolean;
  items?: ItemData[];
  word?: string;
  marks?: string;
  button?: string;
  leaves?: boolean;
  pages?: PageData[];
  page?: number;
  about?: number;
}

/** The page of a seat, or the private screen of whoever has it. */
interface SeatFrame {
  device?: string;
  dark?: boolean;
  seat?: number;
  name?: string;
  palette?: string;
  page: PageData;
  sheet?: PageData;
  asked?: AskedData;
  said?: string;
  news?: string;
  private?: boolean;
  looking?: boolean;
  look?: boolean;
  menu?: boolean;
  called?: boolean;
  resumes?: string;
  covered?: boolean;
}

interface ScoreData {
  place: number;
  name: string;
  points: number;
  gained?: number;
  word?: string;
}

interface SeatData {
  number: number;
  name?: string;
}

interface JoinData {
  told?: string; // in place of the usual words
  address: string;
  code?: CodeData;
}

/** What lies open to everybody. */
interface PublicFrame {
  device?: string;
  dark?: boolean;
  phase: "lobby" | "playing" | "result" | "over" | "replay" | "setup" | "off";
  palette?: string;
  news?: string;
  asked?: PageData[];
  seats?: SeatData[];
  title?: string;
  cheers?: boolean;
  round?: string;
  about?: string[];
  join?: JoinData;
  players?: { name: string }[];
  teams?: { name: string; players: string[] }[];
  teach?: PageData[];
  standing?: PageData;
  lines?: string[];
  share?: JoinData;
  others?: ProgressData[];
  boards?: BoardData[];
  alphabet?: KnownLetters;
  cards?: { title: string; table: string[][] }[];
  scores?: ScoreData[];
  wins?: string;
  deadline?: number;
}

interface Hello {
  hello: string;
  clock: number;
  pace: number; // seconds of that clock in a real second
}

/** The captain's answer: the seat and its code, or why not, and whether to ask again with the code of this evening. */
interface Admitted {
  admitted: number | null;
  code?: string;
  why?: string;
  again?: boolean;
}

type Tone = [note: number | null, seconds: number][];

/** What a page does with each kind of message. */
interface Hearing {
  hello?(message: Hello & TableHello & SetupHello): void; // whoever hears it knows which
  device?(message: DeviceMessage): void;
  announce?(sentence: string): void;
  tone?(notes: Tone): void;
  condition?(message: Condition): void;
  occupants?(occupants: Occupant[]): void;
  lobby?(lobby: InLobby | null): void;
  admitted?(message: Admitted): void;
  away?(): void;
}

/** How pages press a key, and how they send anything else. */
type Press = (key: string) => void;
type Send = (message: object) => void;

// ── only for the page with the whole table ──

type Size = [width: number, height: number];

interface TableSeat {
  number: number;
  numeric?: boolean; // a pad of digits
}

interface TableHello {
  screens: { private: string; public: string };
  seats: TableSeat[];
  sizes: Record<string, Size>; // of panels and grids
  turns: string[]; // displays that lie face down
  buttons: string[];
  breaks: string[]; // devices that can be unplugged
}

interface PanelData {
  mode: string;
  size: Size;
  pixels: string;
  text: string[];
  still?: string[]; // the lines without a running clock, if there is one
}

interface GridData {
  rows: string[];
  text: string[];
}

/** What a display shows: a frame of a page, or the pixels of a panel or grid. Whoever hears it knows which. */
type DeviceMessage = SeatFrame & PublicFrame & PanelData & GridData & { device: string; lit: boolean };

interface Condition {
  powered: boolean;
  unplugged: string[];
  slow: Record<string, number>;
}

interface Occupant {
  seat: number;
  name: string;
  computer: boolean;
  rows: string[];
  state: string;
}

interface InLobby {
  game: string;
  usual_game: string;
  computers: number;
  captain: number | null;
  asked: Record<number, { task: string; entry: string }>;
}

// ── only for the setup page ──

interface SetupChoice {
  say: string;
  line: string;
}

interface Finding {
  device: string;
  state: "well" | "wrong" | "note";
  say: string;
}

interface SetupHello {
  lines: string[];
  choices: SetupChoice[];
  asks: string;
  findings: Finding[];
}

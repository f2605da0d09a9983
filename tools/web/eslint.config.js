import css from "@eslint/css";
import js from "@eslint/js";
import { defineConfig } from "eslint/config";

const BROWSER = [
  "addEventListener",
  "document",
  "location",
  "navigator",
  "localStorage",
  "history",
  "performance",
  "innerWidth",
  "innerHeight",
]
  .concat(["setTimeout", "clearTimeout", "setInterval", "clearInterval", "WebSocket", "AudioContext", "ImageData", "ResizeObserver"])
  .concat(["Element", "HTMLElement", "HTMLButtonElement", "Node", "CSS", "atob", "EventSource", "matchMedia", "devicePixelRatio"])
  .concat([
    "requestAnimationFrame",
    "URL",
    "URLSearchParams",
    "DOMParser",
    "File",
    "Blob",
    "fetch",
    "getComputedStyle",
    "open",
    "btoa",
    "console",
  ]);

export default defineConfig([
  {
    files: ["**/*.js"],
    plugins: { js },
    extends: ["js/recommended"],
    languageOptions: { globals: Object.fromEntries(BROWSER.map((name) => [name, "readonly"])) },
    rules: { eqeqeq: ["error", "always", { null: "ignore" }], "prefer-const": "error", "no-var": "error", "object-shorthand": "error" },
  },
  {
    files: ["**/*.css"],
    plugins: { css },
    language: "css/css",
    extends: ["css/recommended"],
    rules: {
      "css/no-important": "off", // what asks for less movement must win over everything
      "css/use-baseline": "off", // the browsers of today's phones; the tests play in three engines
      "css/no-invalid-properties": ["error", { allowUnknownVariables: true }], // a page sets some of them from its scripts
    },
  },
]);

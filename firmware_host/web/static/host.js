import { screen } from "./screen.js";

screen("host", "host.screen", "The private screen");

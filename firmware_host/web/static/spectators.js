import { screen } from "./screen.js";

screen("table", "table.screen", "The score");

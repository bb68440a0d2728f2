export { isReader, type LinkKey, type Readers } from "./readers.ts";

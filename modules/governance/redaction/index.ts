export { NOTHING_REDACTED, type Redaction, readRedaction, redactionIn } from "./redaction.ts";

export { NOTHING_REDACTED, type Redaction, readRedaction } from "./redaction.ts";

import { dialect } from "./dialect.ts";
import type { WordIndex } from "./word-index/ports.ts";
import { postgresWordIndex } from "./word-index/postgres.ts";
import { sqliteWordIndex } from "./word-index/sqlite.ts";

export type { IndexedDocument, Phrase, Place, WordIndex, WordQuery, WordSlice } from "./word-index/ports.ts";
export { comparePlaces, END_PLACE, GAP, type TokenKind, tenantNumber, tokenPrefix } from "./word-index/tokens.ts";

/** The index of the words that were said, of the engine in use. */
export const wordIndex: WordIndex = dialect === "sqlite" ? sqliteWordIndex : postgresWordIndex;

import { text } from "../dsl.ts";

/**
 * Whether whoever is responsible for something could still make it. `demoted`: they lack the rights; `removed`: they are no
 * longer a member, or it is a key that was revoked.
 */
export const MAKER_STATES = ["active", "demoted", "removed"] as const;
/** See {@link MAKER_STATES}. */
export type MakerState = (typeof MAKER_STATES)[number];

/** Returns the column for the state of the maker, beside `createdBy`. */
export const makerState = () => text().$type<MakerState>().notNull().default("active");

import { type Column, eq } from "drizzle-orm";
import type { MakerState } from "#db/schema";
import type { Bound } from "#db/statement";

/** What a list shows by the state of makers. */
export interface MakerFilter {
	/** Undefined: in any state. */
	readonly makerState: MakerState | undefined;
}

/** Creates the condition of a list that shows what has a maker in one state. @param column `makerState` of its table */
export const withMaker =
	(column: Column) =>
	({ makerState }: Bound<MakerFilter>) =>
		makerState && eq(column, makerState);

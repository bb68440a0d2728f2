import type { MakerState } from "#db/schema";
import type { Db } from "#db/store";
import type { Scope } from "#kernel/scopes";
import type { OrphanPortion } from "#platform/module";
import type { Change } from "#platform/unit-of-work";

/** What of something that was made says who is responsible for it. */
interface Made {
	readonly createdBy: string | null;
	readonly makerState: MakerState;
}

/** A kind of what is made for organizations, of which each has few. */
interface FewOfAKind<R extends Made> {
	/** The scope that making one takes. */
	readonly takes: Scope;
	/** Returns all of an organization. */
	readonly list: (tx: Db, orgId: string) => Promise<readonly R[]>;
	/** Stores the state of a maker, and records it. */
	readonly mark: (change: Change, row: R, makerState: MakerState) => Promise<unknown>;
}

/** Creates what marks, of a kind of which organizations have few, those that their maker could no longer make. */
export const orphanFew =
	<R extends Made>({ takes, list, mark }: FewOfAKind<R>): OrphanPortion =>
	async (change, { orgId, userId, outcome, remaining }, { after }) => {
		if (after !== "" || (outcome === "demoted" && remaining.scopes.has(takes))) return [];
		for (const row of await list(change.tx, orgId))
			if (row.createdBy === userId && row.makerState !== outcome) await mark(change, row, outcome);
		return [];
	};

/** Returns the values by which a caller becomes responsible for what they adopt. */
export const adoptedBy = ({ principal }: Pick<Change, "principal">) =>
	({ createdBy: principal.id, makerState: "active" }) as const;

import type { OrganizationRow } from "#db/schema";
import { isBuiltIn } from "./built-in.ts";
import { catalogueOf, type Outcome } from "./catalogue.ts";
import { evaluate, subjectOf } from "./evaluate.ts";

/** Flags by name, with what an organization decides of them. */
type Decisions = Readonly<Record<string, unknown>>;

/** Sources that an organization does not choose. */
const IMPOSED: ReadonlySet<Outcome["source"]> = new Set(["kill_switch", "compliance", "plan"]);

/**
 * Returns what an organization decides with a request that may contain what it was shown: a value that is imposed on it is
 * no decision, or it would outlast the kill switch, the compliance mode, the plan or the lock that imposed it. What was
 * decided of such a flag before stays.
 */
export function decisions(row: OrganizationRow, requested: Decisions): Decisions {
	const [flags, subject] = [catalogueOf(row.configuration), subjectOf(row)];
	return Object.fromEntries(
		Object.entries(requested).flatMap(([key, value]) => {
			const flag = flags.get(key);
			const outcome = flag && evaluate(flag, subject);
			const isTheirs = !flag?.definition.locked && !IMPOSED.has(outcome?.source ?? "system");
			const isImposed = !isTheirs && Bun.deepEquals(outcome?.value, value);
			if (!isImposed) return [[key, value]];
			return Object.hasOwn(row.featureFlags, key) ? [[key, row.featureFlags[key]]] : [];
		}),
	);
}

/** Returns the same for a request about built-in flags alone: what was decided of others stays. */
export const builtInDecisions = (row: OrganizationRow, requested: Decisions): Decisions => ({
	...Object.fromEntries(Object.entries(row.featureFlags).filter(([key]) => !isBuiltIn(key))),
	...decisions(row, requested),
});

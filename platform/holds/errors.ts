import { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";

/** How many holds an error names at most. */
const NAMED = 20;

/**
 * Returns the error for what holds prevent. It names up to {@link NAMED} of them to those who may read holds, and tells
 * nobody else anything about them.
 */
export function legalHoldActive({ scopes }: Principal, ids: readonly string[]): AppError {
	const options = scopes.has("org:admin") ? { meta: { holdIds: ids.slice(0, NAMED) } } : {};
	return new AppError(
		"legal_hold_active",
		"A legal hold prevents this: the content it covers must be preserved.",
		options,
	);
}

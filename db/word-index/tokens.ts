import type { Place } from "./ports.ts";

/** Width of the number in the integer that a document is stored under. */
const NUMBERS = 2 ** 28;
/** SQL text of {@link NUMBERS}. */
export const NUMBERS_SQL = String(NUMBERS);

/** A place after all others. */
export const END_PLACE: Place = { tick: 2 ** 35 - 1, number: NUMBERS - 1 };

/** Compares two places, the earlier one first. */
export const comparePlaces = (a: Place, b: Place): number => a.tick - b.tick || a.number - b.number;

/** What a token stands for, by the character before it. */
const SIGNS = { word: "_", speaker: "@", transcript: "#", workspace: "-" } as const;
/** What a token stands for: a word that was said, a word of the speaker's name, where it was said. */
export type TokenKind = keyof typeof SIGNS;

/** A token that nobody asks for: a phrase does not go across it. */
export const GAP = "_";

/** Number of numbers of tenants: five digits of base 36. */
const TENANTS = 36 ** 5;

/**
 * Returns the number of a tenant in the index, derived from its id. It begins each of its tokens, so that a list of the
 * documents with a token is of one tenant, as short as if there were no other. Should two tenants have the same number,
 * they share such lists: whose a document is, its transcript says.
 */
export function tenantNumber(orgId: string): number {
	let hash = 0x811c9dc5; // FNV-1a
	for (let at = 0; at < orgId.length; at++) hash = Math.imul(hash ^ orgId.charCodeAt(at), 0x01000193);
	return (hash >>> 0) % TENANTS;
}

/** Returns what a tenant's tokens of a kind begin with. */
export const tokenPrefix = (tenant: number, kind: TokenKind): string =>
	tenant.toString(36).padStart(5, "0") + SIGNS[kind];

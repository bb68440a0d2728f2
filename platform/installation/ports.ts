import type { SealedColumn } from "#db/sealed-column";

/** Texts that a module stores sealed by the vault. */
export interface SealedTexts {
	/** What they are, plural. */
	readonly name: string;
	/** What it means for people when they can no longer be opened. */
	readonly loss: string;
	readonly column: SealedColumn;
	/** Returns where a text is stored, as it was sealed. @param place columns of its row */
	readonly aadOf: (place: Readonly<Record<string, string>>) => string;
}

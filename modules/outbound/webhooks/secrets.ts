import type { WebhookRow } from "#db/schema";
import type { Vault } from "#kernel/secrets";

/** Columns with sealed texts. */
export type SealedColumnName = "secretSealed" | "previousSecretSealed" | "headersSealed";

/** Returns the associated data that binds a sealed text to its webhook. */
export const aadOf = (column: SealedColumnName, { orgId, id }: Pick<WebhookRow, "orgId" | "id">): string =>
	`webhooks|${column === "previousSecretSealed" ? "secretSealed" : column}|${id}|${orgId}`;

/** What a request to a webhook is made with. */
export interface WebhookSecrets {
	/** The keys that sign: the current one and, after a rotation, the one before. */
	readonly signing: readonly string[];
	readonly headers: Readonly<Record<string, string>>;
}

/** Opens the secrets of a webhook; null when it has none to sign with. */
export function openSecrets(vault: Vault, row: WebhookRow, nowMs: number): WebhookSecrets | null {
	if (row.secretSealed === null) return null;
	const open = (column: SealedColumnName): string[] =>
		row[column] === null ? [] : [vault.open(row[column], aadOf(column, row))];
	const isBoth = (row.previousExpiresAtMs ?? 0) > nowMs;
	const [headers = "{}"] = open("headersSealed");
	return {
		signing: [...open("secretSealed"), ...(isBoth ? open("previousSecretSealed") : [])],
		headers: JSON.parse(headers) as Readonly<Record<string, string>>,
	};
}

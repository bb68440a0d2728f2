import type { components } from "#client";
import type { Answer } from "../../api/queries.ts";
import { chosenOf } from "../../ui/checks.tsx";
import type { Values } from "../../ui/form.tsx";

export type Webhook = Answer<"/orgs/{orgId}/webhooks/{webhookId}">;
export type Patch = components["schemas"]["UpdateWebhookRequestBody"];

export const TONES = { enabled: "good", failing: "warning", disabled: "danger" } as const;

/** What a webhook is called: what it is for, else where it sends to. */
export const nameOf = ({ description, url }: Pick<Webhook, "description" | "url">): string =>
	description ?? url.replace(/^https?:\/\//u, "").slice(0, 80);

/** The types that are chosen; null: all. What `meeting.*` includes is not said again. */
function typesOf(values: Values): string[] | null {
	if ("allTypes" in values) return null;
	const chosen = chosenOf(values, "eventTypes");
	const prefixes = chosen.filter((type) => type.endsWith(".*")).map((type) => type.slice(0, -1));
	return chosen.filter((type) => !prefixes.some((prefix) => type.startsWith(prefix) && type !== `${prefix}*`));
}

/** Headers that are written as in a request, one a line. */
const headersOf = (text: string): Record<string, string> =>
	Object.fromEntries(
		text
			.split("\n")
			.filter((line) => line.trim() !== "")
			.map((line) => {
				const [name = "", ...value] = line.split(":");
				return [name.trim(), value.join(":").trim()];
			}),
	);

/** What was typed, as the API wants it. */
export function definitionOf(values: Values) {
	const { url = "", description = "", payload, headers = "" } = values;
	return {
		url: url.trim(),
		description: description.trim() || null,
		eventTypes: typesOf(values),
		payload: payload as Webhook["payload"],
		...(headers.trim() !== "" && { headers: headersOf(headers) }),
	};
}

const isSame = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
	one === other || (one?.length === other?.length && one?.every((each) => other?.includes(each)) === true);

/** What differs from the webhook as it was read. */
export function patchOf(webhook: Webhook, values: Values): Patch {
	const { url, description, eventTypes, payload, headers } = definitionOf(values);
	return {
		...(url !== webhook.url && { url }),
		...(description !== webhook.description && { description }),
		...(!isSame(eventTypes, webhook.eventTypes) && { eventTypes }),
		...(payload !== webhook.payload && { payload }),
		...("noHeaders" in values ? { headers: null } : headers && { headers }),
	};
}

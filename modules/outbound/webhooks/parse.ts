import type { OrganizationRow, WebhookRow } from "#db/schema";
import { FieldErrors, invalidMember } from "#kernel/field-errors";
import type { Vault } from "#kernel/secrets";
import type { EventTypes } from "#modules/outbound/event-feed";
import { complianceViolation, controlIn, payloadMode } from "#platform/compliance";
import { type Outbound, OutboundError } from "#platform/outbound";
import { parseHeaders } from "./headers.ts";
import type { UpdateWebhookRequest } from "./schemas.ts";
import { aadOf } from "./secrets.ts";
import { parseEventTypes } from "./types.ts";
import type { Payload } from "./values.ts";

/** What a request says of a webhook; what it does not mention is absent. */
export interface ParsedWebhook {
	readonly url?: string;
	readonly description?: string | null;
	readonly eventTypes?: readonly string[] | null;
	readonly payload?: Payload;
	readonly headers?: Readonly<Record<string, string>> | null;
}

export interface ParserDeps {
	readonly outbound: Pick<Outbound, "checkUrl">;
	readonly types: () => EventTypes;
}

/** Creates the function that parses requests about webhooks. */
export function createWebhookParser({ outbound, types }: ParserDeps) {
	function parseUrl(url: string): string {
		try {
			return outbound.checkUrl(url);
		} catch (error) {
			if (!(error instanceof OutboundError)) throw error;
			throw invalidMember(
				"/url",
				"not_allowed",
				"must be an https URL of a public server, without credentials or fragment",
			);
		}
	}

	/** @throws `validation_failed` */
	return (request: UpdateWebhookRequest): ParsedWebhook => {
		const errors = new FieldErrors();
		const { url, description, payload, headers } = request;
		const parsed: ParsedWebhook = {
			...(url !== undefined && { url: errors.check(() => parseUrl(url)) }),
			...(description !== undefined && { description: description?.trim() || null }),
			...(request.eventTypes !== undefined && {
				eventTypes: errors.check(() => parseEventTypes(request.eventTypes ?? null, types())),
			}),
			...(payload !== undefined && { payload }),
			...(headers !== undefined && { headers: errors.check(() => parseHeaders(headers)) }),
		};
		errors.throwIfAny();
		return parsed;
	};
}

/** Asserts that an organization may be sent so much. @throws `compliance_violation` */
export function assertPayload(organization: OrganizationRow, payload: Payload | undefined): void {
	if (payload !== "full" || payloadMode(organization) === "full") return;
	const control = controlIn(organization, "thin_webhooks") ?? "thin_webhooks";
	throw complianceViolation([{ control, path: "/payload", demand: "must be thin" }]);
}

/** Returns the columns with the further headers of a webhook. */
export const headerColumns = (
	vault: Vault,
	webhook: Pick<WebhookRow, "orgId" | "id">,
	headers: Readonly<Record<string, string>> | null,
): Pick<WebhookRow, "headerNames" | "headersSealed"> =>
	headers === null
		? { headerNames: null, headersSealed: null }
		: {
				headerNames: Object.keys(headers),
				headersSealed: vault.seal(JSON.stringify(headers), aadOf("headersSealed", webhook)),
			};

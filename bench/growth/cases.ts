import type { OpenApiDocument } from "#http/openapi/document";
import document from "../../docs/openapi.json" with { type: "json" };
import { type Case, nameOf } from "./case.ts";
import { API_KEY_CASES } from "./cases/api-keys.ts";
import { AUDIO_CASES } from "./cases/audio.ts";
import { AUDIT_LOG_CASES } from "./cases/audit-logs.ts";
import { AUDIT_STREAM_CASES } from "./cases/audit-streams.ts";
import { BILLING_CASES } from "./cases/billing.ts";
import { BRANDING_CASES } from "./cases/branding.ts";
import { CAPTION_CASES } from "./cases/captions.ts";
import { CONFIGURATION_CASES } from "./cases/configurations.ts";
import { deriveCases } from "./cases/derived.ts";
import { DOMAIN_CASES } from "./cases/domains.ts";
import { EVENT_CASES } from "./cases/events.ts";
import { FACTOR_CASES } from "./cases/factors.ts";
import { FEATURE_FLAG_CASES } from "./cases/feature-flags.ts";
import { INTEGRATION_CASES } from "./cases/integrations.ts";
import { JOB_CASES } from "./cases/jobs.ts";
import { LEGAL_HOLD_CASES } from "./cases/legal-holds.ts";
import { MEETING_CASES } from "./cases/meetings.ts";
import { MEMBER_CASES } from "./cases/members.ts";
import { NOTIFICATION_CASES } from "./cases/notifications.ts";
import { OPEN_CASES } from "./cases/open.ts";
import { ORGANIZATION_CASES } from "./cases/organizations.ts";
import { PARTICIPANT_CASES } from "./cases/participants.ts";
import { PAYMENT_CASES } from "./cases/payments.ts";
import { PRIVACY_CASES } from "./cases/privacy.ts";
import { RECORDING_CASES } from "./cases/recordings.ts";
import { SERIES_CASES } from "./cases/series.ts";
import { SESSION_CASES } from "./cases/sessions.ts";
import { SUMMARY_CASES } from "./cases/summaries.ts";
import { TRANSCRIPT_CASES } from "./cases/transcripts.ts";
import { TRANSLATION_CASES } from "./cases/translations.ts";
import { WEBHOOK_CASES } from "./cases/webhooks.ts";
import { WORKSPACE_CASES } from "./cases/workspaces.ts";

/**
 * Cases of their own. Reads and what ends sessions come before what changes many rows; the purge, which cannot be
 * repeated for long, is the last of the organizations.
 */
const WRITTEN: readonly Case[] = [
	...OPEN_CASES,
	...SESSION_CASES,
	...MEMBER_CASES,
	...API_KEY_CASES,
	...AUDIT_LOG_CASES,
	...DOMAIN_CASES,
	...FEATURE_FLAG_CASES,
	...WORKSPACE_CASES,
	...TRANSCRIPT_CASES,
	...TRANSLATION_CASES,
	...SUMMARY_CASES,
	...CAPTION_CASES,
	...JOB_CASES,
	...AUDIT_STREAM_CASES,
	...INTEGRATION_CASES,
	...EVENT_CASES,
	...WEBHOOK_CASES,
	...LEGAL_HOLD_CASES,
	...MEETING_CASES,
	...RECORDING_CASES,
	...PARTICIPANT_CASES,
	...NOTIFICATION_CASES,
	...AUDIO_CASES,
	...FACTOR_CASES,
	...PRIVACY_CASES,
	...SERIES_CASES,
	...BRANDING_CASES,
	...ORGANIZATION_CASES,
	...BILLING_CASES,
	...PAYMENT_CASES,
	...CONFIGURATION_CASES,
];

const written = new Set(WRITTEN.map(({ operation }) => operation));

/** Everything that is measured: an operation on what organizations have needs no case of its own. */
export const CASES: readonly Case[] = [
	...deriveCases(document as unknown as OpenApiDocument).filter(({ operation }) => !written.has(operation)),
	...WRITTEN,
];

/** Lists operations of the API document that no case measures, and cases of operations that do not exist. */
export function findGaps(operationIds: readonly string[]): string[] {
	const documented = new Set(operationIds);
	const measured = new Set(CASES.map(({ operation }) => operation));
	return [
		...operationIds
			.filter((id) => !measured.has(id))
			.map((id) => `${id} is not measured: add it to bench/growth/cases`),
		...[...measured].filter((id) => !documented.has(id)).map((id) => `${id} is no operation of the API`),
	];
}

/** Returns the case with this name. */
export const findCase = (name: string): Case | undefined => CASES.find((each) => nameOf(each) === name);

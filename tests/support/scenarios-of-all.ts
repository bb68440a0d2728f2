import { ACCOUNT_SCENARIOS } from "./account-scenarios.ts";
import { AUDIO_SCENARIOS } from "./audio-scenarios.ts";
import { AUDIT_STREAM_SCENARIOS } from "./audit-stream-scenarios.ts";
import { BILLING_SCENARIOS } from "./billing-scenarios.ts";
import { CAPTION_SCENARIOS } from "./caption-scenarios.ts";
import { CONFIGURATION_SCENARIOS } from "./configuration-scenarios.ts";
import { DOMAIN_SCENARIOS } from "./domain-scenarios.ts";
import { FLAG_SCENARIOS } from "./flag-scenarios.ts";
import { INTEGRATION_SCENARIOS } from "./integration-scenarios.ts";
import { MEETING_SCENARIOS } from "./meeting-scenarios.ts";
import { NOTIFICATION_SCENARIOS } from "./notification-scenarios.ts";
import { PARTICIPANT_SCENARIOS } from "./participant-scenarios.ts";
import { PLAN_SCENARIOS } from "./plan-scenarios.ts";
import { PROCESSING_SCENARIOS } from "./processing-scenarios.ts";
import { RECORDING_SCENARIOS } from "./recording-scenarios.ts";
import { ORGANIZATION_SCENARIOS } from "./scenarios.ts";
import { SUMMARY_SCENARIOS } from "./summary-scenarios.ts";
import { TRANSCRIPT_SCENARIOS } from "./transcript-scenarios.ts";
import { TRANSLATION_SCENARIOS } from "./translation-scenarios.ts";
import { WORKSPACE_SCENARIOS } from "./workspace-scenarios.ts";

/** Mutating operations by `operationId`, except those that need a browser. */
export const SCENARIOS = {
	...ACCOUNT_SCENARIOS,
	...AUDIT_STREAM_SCENARIOS,
	...AUDIO_SCENARIOS,
	...ORGANIZATION_SCENARIOS,
	...PLAN_SCENARIOS,
	...BILLING_SCENARIOS,
	...DOMAIN_SCENARIOS,
	...FLAG_SCENARIOS,
	...INTEGRATION_SCENARIOS,
	...MEETING_SCENARIOS,
	...NOTIFICATION_SCENARIOS,
	...PARTICIPANT_SCENARIOS,
	...WORKSPACE_SCENARIOS,
	...TRANSCRIPT_SCENARIOS,
	...CAPTION_SCENARIOS,
	...RECORDING_SCENARIOS,
	...PROCESSING_SCENARIOS,
	...TRANSLATION_SCENARIOS,
	...SUMMARY_SCENARIOS,
	...CONFIGURATION_SCENARIOS,
};

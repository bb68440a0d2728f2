import { defineSection } from "#platform/sections";
import type { FeatureFlags } from "./schemas.ts";

const DEFAULTS: FeatureFlags = {
	realTimeTranslation: false,
	liveTranscription: true,
	aiSummaries: true,
	speakerDiarization: true,
	meetingRecording: true,
	transcriptSearch: true,
	transcriptEditing: true,
	autoJoinByDomain: true,
	ltiIntegration: false,
	calendarSync: true,
	piiRedaction: false,
};

/** The features enabled for an organization. */
export const featureFlags = defineSection("featureFlags", DEFAULTS, {
	education: { ltiIntegration: true },
	healthcare: { piiRedaction: true },
});

import type { OrganizationSettings } from "./schemas.ts";

/** Example of settings. */
export const exampleSettings: OrganizationSettings = {
	timezone: "America/New_York",
	defaultLanguage: "en-US",
	complianceMode: "ferpa",
	recordingConsent: "required",
	aiSummaries: "enhanced",
	educationMode: true,
	attendance: { lateAfterMinutes: 5, leftEarlyMinutes: 5, presentPercent: 50 },
};

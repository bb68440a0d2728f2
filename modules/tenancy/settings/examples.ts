import type { OrganizationSettings } from "./schemas.ts";

/** Example of settings. */
export const exampleSettings: OrganizationSettings = {
	timezone: "America/New_York",
	defaultLanguage: "en-US",
	complianceMode: "ferpa",
	recordingConsent: "required",
	aiSummaries: "enhanced",
	whenUnattended: { action: "hold", graceSeconds: 10, endAfterMinutes: 15 },
	educationMode: true,
	attendance: { lateAfterMinutes: 5, leftEarlyMinutes: 5, presentPercent: 50 },
};

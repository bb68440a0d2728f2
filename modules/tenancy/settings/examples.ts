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
};

import type { OrganizationSettings } from "./schemas.ts";

/** Settings as the documentation shows them. */
export const exampleSettings: OrganizationSettings = {
	timezone: "America/New_York",
	defaultLanguage: "en-US",
	complianceMode: "ferpa",
	recordingConsent: "required",
	aiSummaries: "enhanced",
	educationMode: true,
};

import { defineSection } from "#platform/sections";
import type { OrganizationSettings } from "./schemas.ts";

const DEFAULTS: OrganizationSettings = {
	timezone: "Etc/UTC",
	defaultLanguage: "en-US",
	complianceMode: "none",
	recordingConsent: "notify",
	aiSummaries: "basic",
	whenUnattended: null,
	educationMode: false,
	attendance: { lateAfterMinutes: 5, leftEarlyMinutes: 5, presentPercent: 50 },
};

/** The settings of an organization, such as its time zone, language and rules. */
export const settings = defineSection("settings", DEFAULTS, {
	education: { recordingConsent: "required", educationMode: true },
	healthcare: { recordingConsent: "required" },
});

import { defineSection } from "#platform/sections";
import type { OrganizationSettings } from "./schemas.ts";

const DEFAULTS: OrganizationSettings = {
	timezone: "Etc/UTC",
	defaultLanguage: "en-US",
	complianceMode: "none",
	recordingConsent: "notify",
	aiSummaries: "basic",
	educationMode: false,
};

/** How an organization works: its time zone, its language, its rules. */
export const settings = defineSection("settings", DEFAULTS, {
	education: { recordingConsent: "required", educationMode: true },
	healthcare: { recordingConsent: "required" },
});

import { defineSection } from "#platform/sections";
import type { RetentionPolicy } from "./schemas.ts";

const DEFAULTS: RetentionPolicy = {
	transcripts: "365d",
	recordings: "90d",
	chatLogs: "180d",
	userData: "30d",
	examData: "1095d",
};

/** The retention period of each class of data of an organization. */
export const retentionPolicy = defineSection("retentionPolicy", DEFAULTS);

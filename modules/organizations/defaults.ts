import type { FeatureFlags, OrganizationSettings, RetentionPolicy } from "./schemas.ts";
import { ORG_TYPES, type OrgType } from "./values.ts";

/** What holds where an organization overrides nothing. */
export interface TenantDefaults {
	readonly settings: OrganizationSettings;
	readonly retentionPolicy: RetentionPolicy;
	readonly featureFlags: FeatureFlags;
}

const SYSTEM_DEFAULTS: TenantDefaults = {
	settings: {
		timezone: "Etc/UTC",
		defaultLanguage: "en-US",
		complianceMode: "none",
		recordingConsent: "notify",
		aiSummaries: "basic",
		educationMode: false,
	},
	retentionPolicy: { transcripts: "365d", recordings: "90d", chatLogs: "180d", userData: "30d", examData: "1095d" },
	featureFlags: {
		realTimeTranslation: false,
		liveTranscription: true,
		aiSummaries: true,
		speakerDiarization: true,
		meetingRecording: true,
		transcriptSearch: true,
		transcriptEditing: true,
		autoJoinByDomain: false,
		ltiIntegration: false,
		calendarSync: false,
		piiRedaction: false,
	},
};

type Overrides = { readonly [K in keyof TenantDefaults]?: Partial<TenantDefaults[K]> };

const BY_ORG_TYPE: Readonly<Partial<Record<OrgType, Overrides>>> = {
	education: {
		settings: { recordingConsent: "required", educationMode: true },
		featureFlags: { ltiIntegration: true },
	},
	healthcare: {
		settings: { recordingConsent: "required" },
		featureFlags: { piiRedaction: true },
	},
};

function merge(orgType: OrgType): TenantDefaults {
	const own = BY_ORG_TYPE[orgType];
	return {
		settings: { ...SYSTEM_DEFAULTS.settings, ...own?.settings },
		retentionPolicy: { ...SYSTEM_DEFAULTS.retentionPolicy, ...own?.retentionPolicy },
		featureFlags: { ...SYSTEM_DEFAULTS.featureFlags, ...own?.featureFlags },
	};
}

const DEFAULTS = Object.fromEntries(ORG_TYPES.map((orgType) => [orgType, merge(orgType)])) as Record<
	OrgType,
	TenantDefaults
>;

/** The defaults of one kind of tenant: those of the system, changed by those of the kind. Made once, not to be changed. */
export const defaultsOf = (orgType: OrgType): TenantDefaults => DEFAULTS[orgType];

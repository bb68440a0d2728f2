import {
	ENROLLMENT_MODES,
	MEETING_ACCESS,
	MEETING_KINDS,
	MEETING_STATES,
	NOTIFICATION_KINDS,
	ORG_TYPES,
	ORGANIZATION_STATES,
	PARTICIPANT_ROLES,
	PROCESSING_TYPES,
	WORKSPACE_ROLES,
} from "#db/schema";
import { SCOPES } from "#kernel/scopes";
import { RetentionPolicy } from "#modules/governance/retention";
import { FeatureFlags } from "#modules/tenancy/feature-flags";
import { SUSPENSION_REASONS } from "#modules/tenancy/organization-records";
import { ROLES } from "#modules/tenancy/permissions";
import { AI_SUMMARY_LEVELS, RECORDING_CONSENTS } from "#modules/tenancy/settings";
import { COMPLIANCE_MODES } from "#platform/compliance";

/** Policies of registration (`SIGNUP`). */
export const SIGNUP_POLICIES = ["open", "invite", "closed"] as const;

/** The values of members with a fixed set, by a name for the set. */
export const ENUMERATIONS = {
	orgTypes: ORG_TYPES,
	organizationStates: ORGANIZATION_STATES,
	suspensionReasons: SUSPENSION_REASONS,
	complianceModes: COMPLIANCE_MODES,
	recordingConsents: RECORDING_CONSENTS,
	aiSummaryLevels: AI_SUMMARY_LEVELS,
	retentionClasses: Object.keys(RetentionPolicy.properties),
	featureFlags: Object.keys(FeatureFlags.properties),
	roles: ROLES,
	scopes: SCOPES,
	enrollmentModes: ENROLLMENT_MODES,
	workspaceRoles: WORKSPACE_ROLES,
	meetingKinds: MEETING_KINDS,
	meetingStates: MEETING_STATES,
	meetingAccess: MEETING_ACCESS,
	participantRoles: PARTICIPANT_ROLES,
	processingTypes: PROCESSING_TYPES,
	notificationKinds: NOTIFICATION_KINDS,
} as const satisfies Readonly<Record<string, readonly string[]>>;

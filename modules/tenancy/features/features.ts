import type { OrganizationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { AppError } from "#kernel/errors";
import { type PlainText, text } from "#kernel/texts";
import { assertFeature } from "#modules/tenancy/entitlements";
import { type FeatureFlags, featureFlags } from "#modules/tenancy/feature-flags";
import { findOrganization } from "#modules/tenancy/organization-records";

/** Name of a feature that organizations switch on and off. */
export type Feature = keyof FeatureFlags;

/** What a person calls each feature that is refused while it is off. */
const NAMES = {
	liveTranscription: "live transcription",
	meetingRecording: "the recording of meetings",
	transcriptEditing: "the editing of transcripts",
	transcriptSearch: "transcript search",
	calendarSync: "calendar feeds",
	ltiIntegration: "launches from learning-management systems",
} as const satisfies Readonly<Partial<Record<Feature, PlainText>>>;

/** A feature whose use is refused while it is off; the others are left out silently. */
type Refused = keyof typeof NAMES;

const REASON = "feature_disabled";

/** What uses a feature: `next`, what begins now; `begun`, what goes on, and is finished whatever plan follows. */
type Use = "next" | "begun";

/** Returns an organization whose plan includes a feature: of what has begun, only others than the plan decide. */
const includes = (organization: OrganizationRow, feature: Feature): OrganizationRow => ({
	...organization,
	entitlementOverrides: { ...organization.entitlementOverrides, [feature]: true },
});

/** Whether a feature is on for an organization, now. */
export const isSwitchedOn = (organization: OrganizationRow, feature: Feature, use: Use = "next"): boolean =>
	featureFlags.effective(use === "next" ? organization : includes(organization, feature))[feature];

/**
 * Asserts that the plan of an organization includes a feature, and that it is on.
 * @param db within a change its transaction
 * @throws `entitlement_required`, `forbidden` with the feature, `not_found` `purged`
 */
export const assertSwitchedOn = async (db: ReadDb, orgId: string, feature: Refused, use?: Use): Promise<void> =>
	assertOn(await findOrganization(db, orgId), feature, use);

/** Asserts like {@link assertSwitchedOn} for an organization that was read. @throws `entitlement_required` `forbidden` with the feature */
export function assertOn(organization: OrganizationRow, feature: Refused, use: Use = "next"): void {
	if (use === "next") assertFeature(organization, feature);
	if (isSwitchedOn(organization, feature, use)) return;
	throw new AppError(
		"forbidden",
		text("The organization has turned off {feature}.", { feature: text(NAMES[feature]) }),
		{
			meta: { reason: REASON, flag: feature },
		},
	);
}

/** Whether an error says that a feature is off. */
export const isFeatureOff = ({ meta }: AppError): boolean => meta?.reason === REASON;

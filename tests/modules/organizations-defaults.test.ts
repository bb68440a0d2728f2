import { describe, expect, test } from "bun:test";
import { ORG_TYPES, type OrgType } from "#modules/tenancy/organization-records";
import { DEFAULT_CONFIGURATION } from "#platform/configuration";
import { toOrganization } from "../../modules/organizations/organizations/view.ts";
import { organizationRow } from "../support/rows.ts";

type Overrides = Pick<
	NonNullable<Parameters<typeof organizationRow>[0]>,
	"settings" | "retentionPolicy" | "featureFlags"
>;
const shown = (orgType: OrgType, overrides: Partial<Overrides> = {}) =>
	toOrganization({
		...organizationRow({ orgType, ...overrides }),
		billingAccountId: null,
		planCode: null,
		entitlementOverrides: {},
		configuration: DEFAULT_CONFIGURATION,
	});

describe("what an organization shows that overrides nothing", () => {
	test.each([...ORG_TYPES])("is complete for %s", (orgType) => {
		const { settings, retentionPolicy, featureFlags } = shown(orgType);

		expect(Object.keys(settings)).toHaveLength(8);
		expect(retentionPolicy).toEqual({
			transcripts: "365d",
			recordings: "90d",
			chatLogs: "180d",
			userData: "30d",
			examData: "1095d",
		});
		expect(Object.keys(featureFlags)).toHaveLength(11);
		expect(settings.educationMode).toBe(orgType === "education");
		expect(settings.recordingConsent).toBe(["education", "healthcare"].includes(orgType) ? "required" : "notify");
	});

	test("is told by its overrides, each on its own", () => {
		const view = shown("business", {
			settings: { aiSummaries: "off" },
			retentionPolicy: { recordings: "0d" },
			featureFlags: { realTimeTranslation: true },
		});

		expect(view.settings).toEqual({ ...shown("business").settings, aiSummaries: "off" });
		expect(view.retentionPolicy).toEqual({ ...shown("business").retentionPolicy, recordings: "0d" });
		expect(view.featureFlags).toEqual({ ...shown("business").featureFlags, realTimeTranslation: true });
	});

	test("does not change the defaults of others when it is changed", () => {
		const view = shown("business");
		view.settings.timezone = "Asia/Tokyo";

		expect(shown("business").settings.timezone).toBe("Etc/UTC");
	});
});

import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { closed, Nullable, OneOf, patchOf } from "#http/schemas";
import { parseLanguageTag, parseTimezone } from "#kernel/locale";
import { AI_SUMMARY_LEVELS, COMPLIANCE_MODES, RECORDING_CONSENTS } from "./values.ts";

const minutes = (description: string) => Type.Integer({ minimum: 0, maximum: 240, description });

const attendance = closed({
	lateAfterMinutes: minutes(
		"Participants who join more minutes after the start are late. The start is the later of the scheduled and the actual one.",
	),
	leftEarlyMinutes: minutes(
		"Participants who leave more minutes before the end left early. The end is the earlier of the scheduled and the actual one.",
	),
	presentPercent: Type.Integer({
		minimum: 0,
		maximum: 100,
		description: "Participants who were there for a smaller part of the meeting are absent.",
	}),
});

const members = {
	timezone: checked(
		Type.String({ description: "An IANA time zone, such as Europe/Paris.", examples: ["Europe/Paris"] }),
		parseTimezone,
	),
	defaultLanguage: checked(
		Type.String({ description: "A language with its region, such as en-US.", examples: ["en-US"] }),
		parseLanguageTag,
	),
	complianceMode: OneOf(COMPLIANCE_MODES, "compliance regime"),
	recordingConsent: OneOf(RECORDING_CONSENTS, "consent needed before recording"),
	aiSummaries: OneOf(AI_SUMMARY_LEVELS, "summary level"),
	whenUnattended: Nullable(
		closed(
			{
				action: OneOf(["continue", "hold", "end"], "what happens"),
				graceSeconds: Type.Optional(
					Type.Integer({ minimum: 0, maximum: 600, description: "How long hosts are waited for. Default 5." }),
				),
				endAfterMinutes: Type.Optional(
					Nullable(
						Type.Integer({ minimum: 1, maximum: 1_440, description: "When a held meeting ends. Default: never." }),
					),
				),
			},
			{
				description:
					"What happens to new meetings when no participant who runs them is in the room. null, the default: they are " +
					"held after 5 seconds with `educationMode`, and continue without.",
			},
		),
	),
	mediaThroughServer: Type.Optional(
		Type.Boolean({
			description:
				"Whether sound and pictures of rooms with more than eight people may pass through the server, which then can read " +
				"them, where the operator runs a media worker. Absent, the default: only without a compliance mode.",
		}),
	),
	educationMode: Type.Boolean({ description: "Education-specific behavior, such as the roles teacher and student." }),
	attendance,
};

/** The effective settings. */
export const OrganizationSettings = closed(members, { $id: "OrganizationSettings" });
export type OrganizationSettings = typeof OrganizationSettings.static;

/** Selector of `fields` for the settings. */
export const settingsFields = selectable(OrganizationSettings);

/** Settings that differ from the defaults. */
export const SettingsOverrides = Type.Partial(
	closed({ ...members, attendance: Type.Partial(attendance, { additionalProperties: false }) }),
	{ additionalProperties: false },
);
export type SettingsOverrides = typeof SettingsOverrides.static;

/** A merge patch of the settings: null removes the override. */
export const SettingsPatch = patchOf(closed({ ...members, attendance: patchOf(attendance, {}) }), {
	$id: "UpdateOrganizationSettingsRequestBody",
});
export type SettingsPatch = typeof SettingsPatch.static;

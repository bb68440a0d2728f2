import { operation } from "#http/operation";
import { getResponses, versionedResponse } from "#http/resource";
import { configurationsTag as tag } from "#modules/tenancy/permissions";
import { Configs, configsFields, languagesFields, signInFactsFields } from "./schemas.ts";
import { ENUMERATIONS } from "./values.ts";

const spanish = { code: "es", name: "Spanish", nativeName: "Español", mails: true, pages: true, messages: true };
const example: Configs = {
	installation: { name: "Springfield Schools", supportUrl: "https://help.example.edu/" },
	enumerations: Object.fromEntries(
		Object.entries(ENUMERATIONS).map(([name, values]) => [name, [...values]]),
	) as Configs["enumerations"],
	limits: {
		pageSize: 50,
		maxPageSize: 200,
		passwordMinLength: 15,
		uploadBytes: 10_737_418_240,
		meetingHours: 24,
		retentionDays: 36_500,
		eventsDays: 90,
	},
	languages: [spanish],
	eventTypes: ["meeting.started", "org.created"],
	providers: { mail: true, sso: false, transcription: "auto", translation: "none", summary: "auto" },
};

/** Documentation of the operations on what the installation knows and allows. */
export const documentation = {
	get: operation({
		id: "getConfigs",
		summary: "Get the options and limits of the installation",
		description:
			"Returns values of enumerations, limits, languages, event types and providers, for clients that offer choices.",
		tag,
		responses: getResponses("The configuration", configsFields.schema, "Configuration retrieved", example),
	}),

	set: operation({
		id: "setConfigs",
		summary: "Set the run-time configuration of the installation",
		description:
			"`installation` is the name and help address that mails show. Replaces all of it: omitted or null " +
			"properties have their built-in values. Everything else is determined by the version and the " +
			"configuration at startup.",
		tag,
		request: { installation: example.installation },
		responses: { 200: versionedResponse("The configuration", Configs, "Configuration set", example) },
		errors: ["precondition_failed"],
	}),

	languages: operation({
		id: "getLanguages",
		summary: "List the languages of the installation",
		description: "Returns the languages of mails, pages and texts in responses. Recordings may be in any other.",
		tag,
		responses: getResponses("The languages", languagesFields.schema, "Languages retrieved", {
			default: "en",
			languages: [spanish],
		}),
	}),

	signIn: operation({
		id: "getSignInFacts",
		summary: "Get the sign-in options",
		tag,
		responses: getResponses("The sign-in options", signInFactsFields.schema, "Sign-in facts retrieved", {
			signup: "invite",
			passwordMinLength: 15,
			sso: true,
			passkeys: true,
			mail: true,
			languages: ["en", "es", "de"],
		}),
	}),
};

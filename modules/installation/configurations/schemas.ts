import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { closed, each, Nullable, OneOf } from "#http/schemas";
import { ENUMERATIONS, SIGNUP_POLICIES } from "./values.ts";

const names = (description: string) => Type.Array(Type.String(), { description });

/** A language, and what Parley says in it. */
export const Language = closed(
	{
		code: Type.String({ description: "ISO 639-1.", examples: ["es"] }),
		name: Type.String({ description: "In English.", examples: ["Spanish"] }),
		nativeName: Type.String({ examples: ["Español"] }),
		mails: Type.Boolean(),
		pages: Type.Boolean({ description: "The pages on which people sign in and accept invitations." }),
		messages: Type.Boolean({ description: "The texts of errors: `message`, `detail`, and those of `errors`." }),
	},
	{ $id: "Language" },
);
export type Language = typeof Language.static;

/** The languages of the installation. */
export const Languages = closed(
	{
		default: Type.String({ description: "Used for people of whom no language is known.", examples: ["en"] }),
		languages: Type.Array(Language),
	},
	{ $id: "Languages" },
);
export type Languages = typeof Languages.static;

/** Selector of `fields` for them. */
export const languagesFields = selectable(Languages);

/** What a page for signing in has to know. */
export const SignInFacts = closed(
	{
		signup: OneOf(SIGNUP_POLICIES, "who may register: anyone, invited people, or no one"),
		passwordMinLength: Type.Integer({ minimum: 8, description: "Characters, counted in code points." }),
		sso: Type.Boolean({ description: "Whether people can sign in at the identity provider: `/auth/authorize`." }),
		passkeys: Type.Boolean(),
		mail: Type.Boolean({ description: "Whether mails are sent, e.g. to reset a password." }),
		mediaThroughServer: Type.Optional(
			Type.Literal(true, {
				description: "Sound and pictures of rooms with more than eight people may pass through the server.",
			}),
		),
		languages: names("Languages of pages and mails."),
	},
	{ $id: "SignInFacts" },
);
export type SignInFacts = typeof SignInFacts.static;

/** Selector of `fields` for them. */
export const signInFactsFields = selectable(SignInFacts);

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** Who runs the installation. */
const Installation = closed({
	name: Nullable(
		Type.String({
			description: "Name of the installation, shown in mails; null: Parley.",
			examples: ["Springfield Schools"],
		}),
	),
	supportUrl: Nullable(
		Type.String({ description: "Address for help, linked in mails.", examples: ["https://help.example.edu/"] }),
	),
});

/** What the installation knows and allows. */
export const Configs = closed(
	{
		installation: Installation,
		enumerations: closed(each(Object.keys(ENUMERATIONS) as (keyof typeof ENUMERATIONS)[], names("")), {
			description: "The values of members with a fixed set.",
		}),
		limits: closed({
			pageSize: count("Of a list, unless `limit` says otherwise."),
			maxPageSize: count("Of a list."),
			passwordMinLength: count("Characters, counted in code points."),
			uploadBytes: count("Of one recording."),
			meetingHours: count("Hours after which a live meeting ends unless it was ended before."),
			retentionDays: count("Longest retention period."),
			eventsDays: count("Days for which events are kept."),
		}),
		languages: Type.Array(Language),
		eventTypes: names("Types of events, see `/webhooks/event-types`."),
		providers: closed(
			{
				mail: Type.Boolean(),
				sso: Type.Boolean(),
				transcription: Type.String(),
				translation: Type.String(),
				summary: Type.String(),
			},
			{ description: "As configured; `/configurations/ai-providers` tells which of them are available." },
		),
	},
	{ $id: "Configs" },
);
export type Configs = typeof Configs.static;

/** Selector of `fields` for them. */
export const configsFields = selectable(Configs);

/** What operators may set of them. */
export const SetConfigsRequest = closed(
	{ installation: Type.Optional(Type.Partial(Installation, { additionalProperties: false })) },
	{ $id: "SetConfigsRequestBody" },
);
export type SetConfigsRequest = typeof SetConfigsRequest.static;

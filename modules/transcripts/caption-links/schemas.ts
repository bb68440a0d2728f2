import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { closed, Id, Nullable, Timestamp } from "#http/schemas";
import { parseInstant } from "#kernel/instant";
import { LiveAccess } from "#modules/meetings/meetings";
import { PublicBranding } from "#modules/tenancy/branding";

const link = {
	id: Id("cpl", "id of the link"),
	meetingId: Id("mtg", "id of the meeting"),
	createdBy: Type.String({ description: "Who created it. It works as long as they may run the meeting." }),
	createdAt: Timestamp,
	expiresAt: Timestamp,
};

/** A link at which the live captions of a meeting are read. Its address is shown once. */
export const CaptionLink = closed(link, { $id: "CaptionLink" });
export type CaptionLink = typeof CaptionLink.static;

/** A captions link as `fields` may select it. */
export const captionLinkFields = selectable(CaptionLink);

/** A captions link that was just made. */
export const IssuedCaptionLink = closed(
	{
		...link,
		url: Type.String({
			description:
				"Address of the captions page. Shown only once; anyone who has it can read the live captions of the meeting.",
		}),
	},
	{ $id: "IssuedCaptionLink" },
);
export type IssuedCaptionLink = typeof IssuedCaptionLink.static;

/** A new captions link. */
export const CreateCaptionLinkRequest = closed(
	{
		expiresAt: Type.Optional(
			checked(
				Type.String({
					maxLength: 64,
					description:
						"When it ends at the latest, RFC 3339, in the future. Default: 24 hours after now, or after the scheduled start if that is later.",
				}),
				parseInstant,
			),
		),
	},
	{ $id: "CreateCaptionLinkRequestBody" },
);
export type CreateCaptionLinkRequest = typeof CreateCaptionLinkRequest.static;

/** The secret of a captions link. */
export const CreateCaptionReaderTicketRequest = closed(
	{
		link: Type.String({
			minLength: 1,
			maxLength: 200,
			description: "The last segment of the path of the link.",
			examples: ["01jd0z7v9gf2nbrexx3vqjhp4101jd0z7v9gf2nbrexx3vqjhp41Q8x"],
		}),
	},
	{ $id: "CreateCaptionReaderTicketRequestBody" },
);
export type CreateCaptionReaderTicketRequest = typeof CreateCaptionReaderTicketRequest.static;

/** What a reader learns of the meeting, and how they connect. */
export const CaptionReaderTicket = closed(
	{
		meeting: closed({
			id: Id("mtg", "id of the meeting"),
			title: Type.String(),
			language: Nullable(Type.String({ description: "Spoken language, BCP 47; null: recognized." })),
			translateTo: Type.Array(Type.String(), { description: "Languages of its translations, BCP 47." }),
		}),
		organization: Type.String({ description: "Name of the organization of the meeting, as it calls itself." }),
		branding: PublicBranding,
		live: LiveAccess,
	},
	{ $id: "CaptionReaderTicket" },
);
export type CaptionReaderTicket = typeof CaptionReaderTicket.static;

/** Path of the captions link of a meeting. */
export const MeetingParams = closed({ meetingId: Id("mtg", "id of the meeting") });

import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { closed, Nullable } from "#http/schemas";
import { parseEmail } from "#kernel/text";
import { parseBrandName } from "./names.ts";

const name = (description: string, example: string) =>
	Nullable(
		checked(
			Type.String({
				description: `${description} 1…64 characters after trimming, without @, <, > and =?.`,
				examples: [example],
			}),
			parseBrandName,
		),
	);

const displayName = name("Shown in place of the organization's name; null: not set.", "Green Valley");
const color = Nullable(
	Type.String({
		pattern: "^#[0-9a-fA-F]{6}$",
		description: "An sRGB colour, `#rrggbb`; null: the colours of Parley.",
		examples: ["#7a1fa2"],
	}),
);
const senderName = name(
	"Name of the sender of mails, shown as `… via` the installation; null: that of the installation.",
	"Green Valley School",
);
const replyTo = Nullable(
	checked(
		Type.String({
			maxLength: 254,
			description: "Address for replies to mails; null: replies go to the installation.",
			examples: ["office@greenvalley.example"],
		}),
		parseEmail,
	),
);

const shade = (description: string, example: string) =>
	Type.String({ pattern: "^#[0-9a-f]{6}$", description, examples: [example] });
const accent = Nullable(
	closed(
		{
			light: shade("On light grounds, and under white text.", "#7a1fa2"),
			dark: shade("On dark grounds, and under black text.", "#bd8fd1"),
		},
		{
			description:
				"The shades of `color` in use, with a contrast of at least 4.5:1 (WCAG AA): the colour itself, or a darker or lighter " +
				"shade where it is too weak. Null without a colour.",
		},
	),
);
const logo = Nullable(
	closed(
		{
			url: Type.String({
				description: "Public address, which needs no token. A new logo has a new address.",
				examples: ["https://api.example.edu/logos/01jd0z7v9gf2nbrexx3vqjhp41Q8x"],
			}),
			width: Type.Integer({ minimum: 1, description: "Pixels." }),
			height: Type.Integer({ minimum: 1, description: "Pixels." }),
			sizeBytes: Type.Integer({ minimum: 1, description: "Bytes." }),
		},
		{ description: "A PNG; null without one." },
	),
);

/** How an organization looks in the console, on pages and in mails. */
export const Branding = closed(
	{ displayName, color, accent, mail: closed({ senderName, replyTo }), logo },
	{ $id: "Branding" },
);
export type Branding = typeof Branding.static;

/** Branding as `fields` may select it. */
export const brandingFields = selectable(Branding);

/** A merge patch of the branding: null removes a value. */
export const UpdateBrandingRequest = closed(
	{
		displayName: Type.Optional(displayName),
		color: Type.Optional(color),
		mail: Type.Optional(closed({ senderName: Type.Optional(senderName), replyTo: Type.Optional(replyTo) })),
	},
	{ $id: "UpdateBrandingRequestBody" },
);
export type UpdateBrandingRequest = typeof UpdateBrandingRequest.static;

/** What people without an account see of the branding of an organization, on the page that a link of it opens. */
export const PublicBranding = closed({ accent, logo }, { $id: "PublicBranding" });
export type PublicBranding = typeof PublicBranding.static;

/** What the address of a logo ends in. Malformed ends are accepted here, so that they get the error of unknown ones. */
export const LogoParams = closed({ logo: Type.String({ maxLength: 200, description: "The end of the address." }) });

import { Type } from "@sinclair/typebox";
import { closed, Nullable, OneOf, Timestamp } from "#http/schemas";
import { CAMERAS_VISIBLE_TO, CHAT_ALLOWED, UNATTENDED_ACTIONS } from "./values.ts";

const UnattendedAction = OneOf(
	UNATTENDED_ACTIONS,
	"what happens: nothing, the meeting is held until a host is back, or it ends",
);
const GraceSeconds = Type.Integer({ minimum: 0, maximum: 600, description: "How long hosts are waited for." });
const EndAfterMinutes = Nullable(
	Type.Integer({ minimum: 1, maximum: 1_440, description: "Minutes after which a held meeting ends; null: never." }),
);
const CHAT_DESCRIPTION = "who may write messages: everyone in the room, participants who run the meeting, or no one";
const CAMERAS_DESCRIPTION =
	"who sees pictures of participants: everyone, or participants who run the meeting, whose own pictures everyone sees";

/** What a meeting says of its room. */
export const roomMembers = {
	whenUnattended: closed(
		{ action: UnattendedAction, graceSeconds: GraceSeconds, endAfterMinutes: EndAfterMinutes },
		{ description: "What happens when no participant who runs the meeting is connected to its room." },
	),
	held: Nullable(
		closed(
			{ since: Timestamp },
			{ description: "Since when the meeting is held, as no host is in the room; else null." },
		),
	),
	chatAllowed: OneOf(CHAT_ALLOWED, CHAT_DESCRIPTION),
	camerasVisibleTo: OneOf(CAMERAS_VISIBLE_TO, CAMERAS_DESCRIPTION),
};

/** What a request may say of it. */
export const requestedRoomMembers = {
	whenUnattended: Type.Optional(
		Nullable(
			closed(
				{
					action: UnattendedAction,
					graceSeconds: Type.Optional(GraceSeconds),
					endAfterMinutes: Type.Optional(EndAfterMinutes),
				},
				{
					description:
						"What happens when no participant who runs the meeting is connected to its room; replaced as a whole. " +
						"`graceSeconds` is 5 by default. Default: that of the organization's settings.",
				},
			),
		),
	),
	chatAllowed: Type.Optional(Nullable(OneOf(CHAT_ALLOWED, `${CHAT_DESCRIPTION}; default everyone`))),
	camerasVisibleTo: Type.Optional(Nullable(OneOf(CAMERAS_VISIBLE_TO, `${CAMERAS_DESCRIPTION}; default everyone`))),
};

import type { Consents } from "./consents.ts";
import type { Media } from "./media.ts";
import type { Room } from "./room.ts";
import type { RoomState } from "./room-state.ts";
import type { Meeting, Visitor } from "./visitor.ts";

/** What a person has answered at the door. */
export interface Answers {
	/** Of a guest. */
	readonly name: string;
	readonly consents: Consents;
}

/** Why a person is not in the room any more, or was not let in. */
export type Ending = NonNullable<RoomState["ending"]> | "refused";

/** Where a person is on their way into the room. */
export type Way =
	| { readonly at: "loading" }
	| { readonly at: "failed"; readonly error: Error }
	/** Only members who see it come in without a code that opens it, or by a learning platform. The name is that of another who is signed in. */
	| { readonly at: "closed"; readonly isLaunch: boolean; readonly hasCode: boolean; readonly signedInAs: string | null }
	| { readonly at: "arriving"; readonly visitor: Visitor; readonly media: Media }
	| { readonly at: "early"; readonly visitor: Visitor; readonly startsAt: string | null }
	| { readonly at: "lobby"; readonly visitor: Visitor }
	/** Another tab of theirs is in the room. */
	| { readonly at: "elsewhere"; readonly visitor: Visitor }
	| { readonly at: "in"; readonly visitor: Visitor; readonly room: Room; readonly meeting: Meeting }
	| { readonly at: "over"; readonly visitor: Visitor; readonly how: Ending };

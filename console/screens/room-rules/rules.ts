import type { components } from "#client";
import type { Values } from "../../ui/form.tsx";

/** What happens to a meeting without its hosts, as the API stores it. */
export type Unattended = NonNullable<components["schemas"]["OrganizationSettings"]["whenUnattended"]>;
type Meeting = components["schemas"]["Meeting"];
type Patch = Pick<
	components["schemas"]["UpdateMeetingRequestBody"],
	"whenUnattended" | "chatAllowed" | "camerasVisibleTo" | "lobby" | "recording"
>;

/** How long hosts are waited for where nothing else is said, in seconds. */
export const GRACE_SECONDS = 5;

/** Returns what of a rule has an effect, so that two can be compared. */
function inEffect(rule: Unattended | null): Unattended | null {
	if (rule === null || rule.action === "continue") return rule && { action: rule.action };
	const { action, graceSeconds = GRACE_SECONDS, endAfterMinutes = null } = rule;
	return action === "hold" ? { action, graceSeconds, endAfterMinutes } : { action, graceSeconds };
}

const actionOf = (value: string | undefined): Unattended["action"] | null =>
	value === "continue" || value === "hold" || value === "end" ? value : null;

/** Returns what was chosen with `UnattendedFields`; null: the organization decides nothing. */
function unattendedIn(values: Values): Unattended | null {
	const action = actionOf(values["whenUnattended/action"]);
	if (action === null) return null;
	const grace = values["whenUnattended/graceSeconds"];
	const minutes = values["whenUnattended/endAfterMinutes"];
	return inEffect({
		action,
		...(grace && { graceSeconds: Number(grace) }),
		...(minutes && { endAfterMinutes: Number(minutes) }),
	});
}

/** Returns the rule that was chosen, when it is another than before. */
export function unattendedPatch(
	before: Unattended | null,
	values: Values,
): { readonly whenUnattended?: Unattended | null } {
	const now = unattendedIn(values);
	return JSON.stringify(now) === JSON.stringify(inEffect(before)) ? {} : { whenUnattended: now };
}

/** Returns the rules of the room of a meeting that were changed; nothing, where the form does not show them. */
export function roomRulesPatch(before: Meeting, values: Values): Patch {
	const { chatAllowed, camerasVisibleTo, recordingMode: mode } = values;
	if (chatAllowed === undefined || camerasVisibleTo === undefined) return {};
	const lobby = values.lobby !== undefined;
	return {
		...(lobby !== before.lobby && { lobby }),
		...(mode !== before.recordingPolicy.mode && { recording: { mode: mode as Meeting["recordingPolicy"]["mode"] } }),
		...unattendedPatch(before.whenUnattended, values),
		...(chatAllowed !== before.chatAllowed && { chatAllowed: chatAllowed as Meeting["chatAllowed"] }),
		...(camerasVisibleTo !== before.camerasVisibleTo && {
			camerasVisibleTo: camerasVisibleTo as Meeting["camerasVisibleTo"],
		}),
	};
}

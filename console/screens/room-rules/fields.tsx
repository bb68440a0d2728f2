import { use, useState } from "react";
import type { components } from "#client";
import { useOwnTexts } from "../../app/texts.tsx";
import { Faults, isOf, SelectField, SwitchField, TextField } from "../../ui/field.tsx";
import { GRACE_SECONDS, type Unattended } from "./rules.ts";
import { texts } from "./texts.ts";

type Meeting = components["schemas"]["Meeting"];

/** What happens to a meeting when its last host is gone; `unattendedPatch` reads what was chosen. */
export function UnattendedFields({
	rule,
	isEducation,
}: {
	/** Null: nothing is chosen. */
	rule: Unattended | null;
	/** Whether the organization has the default of education, which is chosen by choosing nothing; undefined: one must be chosen. */
	isEducation?: boolean;
}) {
	const own = useOwnTexts(texts);
	const [action, setAction] = useState<string>(rule?.action ?? "");
	const actions = Object.entries(own.actions);
	const byDefault = own.byDefault(own.actions[isEducation ? "hold" : "continue"]);
	return (
		<>
			<SelectField
				label={own.unattended}
				hint={own.actionHints[action as keyof typeof own.actionHints] ?? own.defaultHint}
				name="whenUnattended/action"
				path="/whenUnattended"
				value={action}
				onChange={({ currentTarget }) => setAction(currentTarget.value)}
				options={isEducation === undefined ? actions : [["", byDefault], ...actions]}
			/>
			{(action === "hold" || action === "end") && (
				<TextField
					label={own.grace}
					hint={own.graceHint}
					name="whenUnattended/graceSeconds"
					type="number"
					min={0}
					max={600}
					required
					defaultValue={rule?.graceSeconds ?? GRACE_SECONDS}
				/>
			)}
			{action === "hold" && (
				<TextField
					label={own.endAfter}
					hint={own.endAfterHint}
					name="whenUnattended/endAfterMinutes"
					type="number"
					min={1}
					max={1440}
					defaultValue={rule?.endAfterMinutes ?? ""}
				/>
			)}
		</>
	);
}

const RULES = ["lobby", "recording", "whenUnattended", "chatAllowed", "camerasVisibleTo"] as const;

/** The rules of the room of a meeting; `roomRulesPatch` reads what was chosen. */
export function RoomRules({ meeting }: { meeting: Meeting }) {
	const own = useOwnTexts(texts);
	const isFaulty = use(Faults).some((fault) => RULES.some((rule) => isOf(fault, `/${rule}`)));
	return (
		// A field that is refused is shown: by the server, or by the browser before it is sent.
		<details
			className="more-fields"
			open={isFaulty || undefined}
			onInvalidCapture={({ currentTarget }) => {
				currentTarget.open = true;
			}}
		>
			<summary>{own.rules}</summary>
			<div>
				<SwitchField label={own.lobby} hint={own.lobbyHint} name="lobby" defaultChecked={meeting.lobby} />
				<SelectField
					label={own.recording}
					name="recordingMode"
					path="/recording"
					defaultValue={meeting.recordingPolicy.mode}
					options={Object.entries(own.recordings)}
				/>
				<UnattendedFields rule={meeting.whenUnattended} />
				<SelectField
					label={own.chat}
					name="chatAllowed"
					defaultValue={meeting.chatAllowed}
					options={Object.entries(own.chats)}
				/>
				<SelectField
					label={own.cameras}
					hint={own.camerasHint}
					name="camerasVisibleTo"
					defaultValue={meeting.camerasVisibleTo}
					options={Object.entries(own.viewers)}
				/>
			</div>
		</details>
	);
}

import { useState } from "react";
import { areShortcutsOn, turnShortcuts } from "../../app/shortcuts.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SwitchField } from "../../ui/field.tsx";
import { Facts } from "../../ui/section.tsx";
import { texts } from "./texts.ts";

/** What single keys do, and whether they do. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
	const own = useOwnTexts(texts);
	const [isOn, setIsOn] = useState(areShortcutsOn);
	const names = own.keyNames;
	const keys = [
		["M", names.m],
		["␣", names.space],
		["V", names.v],
		["H", names.h],
		["C", names.c],
		["?", names.help],
	] as const;
	return (
		<Dialog title={own.keys} onClose={onClose}>
			<Facts facts={keys.map(([key, name]) => [name, <kbd key={key}>{key}</kbd>] as const)} />
			<SwitchField
				label={own.keysOn}
				name="keys"
				checked={isOn}
				onChange={({ currentTarget: { checked } }) => {
					turnShortcuts(checked);
					setIsOn(checked);
				}}
			/>
		</Dialog>
	);
}

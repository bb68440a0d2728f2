import { type ReactNode, useState } from "react";
import { ProblemError } from "#client";
import { useTexts } from "../app/texts.tsx";
import { Button } from "./button.tsx";
import { Form, type Values } from "./form.tsx";
import { Notice } from "./notice.tsx";
import { toast } from "./toasts.tsx";
import { useTypedOn } from "./use-typed-on.ts";

/**
 * A form that stays on its screen. A bar says that something is not saved yet; when somebody else has saved in the meantime
 * (412) what they saved is shown, with a notice.
 */
export function SettingsForm<P extends object>({
	onOutdated,
	...latest
}: {
	/** Of what is shown, such as `dataUpdatedAt`: when it changes the form starts anew, unless something is not saved yet. */
	version: string | number;
	/** What differs from what was read. */
	patchOf: (values: Values) => P;
	onSave: (patch: P) => Promise<unknown>;
	/** Reads again. */
	onOutdated: () => Promise<unknown>;
	children: ReactNode;
}) {
	const { t } = useTexts();
	const [isChanged, setIsChanged] = useState(false);
	const [isOutdated, setIsOutdated] = useState(false);
	const [round, setRound] = useState(0);
	const { version, patchOf, onSave, children } = useTypedOn(latest, isChanged);
	async function save(values: Values): Promise<void> {
		try {
			await onSave(patchOf(values));
			setIsOutdated(false);
			toast(t.common.saved);
		} catch (error) {
			if (!(error instanceof ProblemError) || error.status !== 412) throw error;
			await onOutdated();
			setIsOutdated(true);
		}
		setIsChanged(false);
	}
	return (
		<>
			{isOutdated && <Notice kind="danger">{t.problem.changed}</Notice>}
			<Form
				// A reset would bring a select to its first option: not its attribute but its property was set.
				key={`${version}/${round}`}
				className="settings"
				onSubmit={save}
				onChange={(values) => setIsChanged(Object.keys(patchOf(values)).length > 0)}
			>
				{(busy) => (
					<>
						{children}
						<SaveBar
							isOpen={isChanged}
							busy={busy}
							submit={t.common.save}
							onDiscard={() => {
								setIsChanged(false);
								setRound(round + 1);
							}}
						/>
					</>
				)}
			</Form>
		</>
	);
}

/** Says that a form has what is not saved yet, and what can be done about it. */
export function SaveBar({
	isOpen,
	busy,
	submit,
	onDiscard,
}: {
	isOpen: boolean;
	busy: boolean;
	/** What submitting the form does, in words. */
	submit: string;
	onDiscard: () => void;
}) {
	const { t } = useTexts();
	return (
		<div className="save-bar" data-open={isOpen} inert={!isOpen}>
			<p>{t.common.unsaved}</p>
			<Button kind="quiet" onClick={onDiscard}>
				{t.common.discard}
			</Button>
			<Button kind="primary" type="submit" busy={busy}>
				{submit}
			</Button>
		</div>
	);
}

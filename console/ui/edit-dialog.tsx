import { type ReactNode, useState } from "react";
import { ProblemError } from "#client";
import { useTexts } from "../app/texts.tsx";
import { Dialog } from "./dialog.tsx";
import { Form, FormActions, type Values } from "./form.tsx";
import { Notice } from "./notice.tsx";
import { Failure, Loading } from "./states.tsx";
import { toast } from "./toasts.tsx";
import { useTypedOn } from "./use-typed-on.ts";

/** A thing as it was read, with its version. */
interface Versioned<T> {
	readonly data: T;
	readonly version: string;
}

/** Times a save is sent again because something else of the thing has changed. */
const RETRIES = 3;

/** Changes one thing; what others have saved in the meantime (412) is shown, with a notice. */
export function EditDialog<T>({
	title,
	lead,
	width,
	found: { data: latest, error, refetch },
	fieldsOf = (thing) => thing,
	onSave,
	onClose,
	children,
}: {
	title: string;
	lead?: ReactNode;
	width?: "wide";
	/** What is changed, with its version. */
	found: {
		readonly data: Versioned<T> | undefined;
		readonly error: Error | null;
		readonly refetch: () => Promise<{ readonly data: Versioned<T> | undefined }>;
	};
	/** What of it the form shows. When other things of it have changed, such as how far its transcription is, it is saved all the same. */
	fieldsOf?: (thing: T) => unknown;
	/** Sends what was typed, if the thing still has this version. */
	onSave: (values: Values, thing: T, version: string) => Promise<unknown>;
	onClose: () => void;
	children: (thing: T) => ReactNode;
}) {
	const { t } = useTexts();
	const [isOutdated, setIsOutdated] = useState(false);
	const [isTyped, setIsTyped] = useState(false);
	const data = useTypedOn(latest, isTyped);
	const isSame = (one: T, other: T) => JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));
	async function save(values: Values, { data: thing, version }: Versioned<T>, retries = RETRIES): Promise<void> {
		try {
			await onSave(values, thing, version);
		} catch (failure) {
			if (!(failure instanceof ProblemError) || failure.status !== 412) throw failure;
			const { data: now } = await refetch();
			if (now && retries > 0 && isSame(thing, now.data)) return save(values, now, retries - 1);
			setIsTyped(false);
			setIsOutdated(true);
			return;
		}
		onClose();
		toast(t.common.saved);
	}
	return (
		<Dialog title={title} {...(lead !== undefined && { lead })} {...(width && { width })} onClose={onClose}>
			{isOutdated && <Notice kind="danger">{t.problem.changed}</Notice>}
			{data === undefined ? (
				error ? (
					<Failure error={error} onRetry={refetch} />
				) : (
					<Loading />
				)
			) : (
				<Form key={data.version} onSubmit={(values) => save(values, data)} onChange={() => setIsTyped(true)}>
					{(busy) => (
						<>
							{children(data.data)}
							<FormActions busy={busy} submit={t.common.save} onCancel={onClose} />
						</>
					)}
				</Form>
			)}
		</Dialog>
	);
}

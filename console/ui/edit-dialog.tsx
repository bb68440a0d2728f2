import { type ReactNode, useState } from "react";
import { ProblemError } from "#client";
import { useTexts } from "../app/texts.tsx";
import { Dialog } from "./dialog.tsx";
import { Form, FormActions, type Values } from "./form.tsx";
import { Notice } from "./notice.tsx";
import { Failure, Loading } from "./states.tsx";
import { toast } from "./toasts.tsx";

/** Changes one thing; what others have saved in the meantime (412) is shown, with a notice. */
export function EditDialog<T>({
	title,
	lead,
	width,
	found: { data, error, refetch },
	onSave,
	onClose,
	children,
}: {
	title: string;
	lead?: ReactNode;
	width?: "wide";
	/** What is changed, with its version. */
	found: {
		readonly data: { readonly data: T; readonly version: string } | undefined;
		readonly error: Error | null;
		readonly refetch: () => Promise<unknown>;
	};
	/** Sends what was typed, if the thing still has this version. */
	onSave: (values: Values, thing: T, version: string) => Promise<unknown>;
	onClose: () => void;
	children: (thing: T) => ReactNode;
}) {
	const { t } = useTexts();
	const [isOutdated, setIsOutdated] = useState(false);
	async function save(values: Values, thing: T, version: string): Promise<void> {
		try {
			await onSave(values, thing, version);
		} catch (failure) {
			if (!(failure instanceof ProblemError) || failure.status !== 412) throw failure;
			await refetch();
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
				<Form key={data.version} onSubmit={(values) => save(values, data.data, data.version)}>
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

import { useTexts } from "../app/texts.tsx";
import { Button } from "./button.tsx";
import { CopyText } from "./copy-text.tsx";
import { Dialog } from "./dialog.tsx";

/** Shows a secret, once. */
export function SecretDialog({
	title,
	lead,
	label,
	secret,
	onClose,
}: {
	title: string;
	lead: string;
	/** What the secret is. */
	label: string;
	secret: string;
	onClose: () => void;
}) {
	const { t } = useTexts();
	return (
		<Dialog title={title} lead={lead} staysOpen onClose={onClose}>
			<CopyText label={label} text={secret} />
			<footer className="form-actions">
				<Button kind="primary" onClick={onClose}>
					{t.common.done}
				</Button>
			</footer>
		</Dialog>
	);
}

import { useTexts } from "../../app/texts.tsx";
import { IconButton } from "../../ui/button.tsx";

/** The top of a panel beside the tiles. */
export function PanelHead({ title, onClose }: { title: string; onClose: () => void }) {
	const { t } = useTexts();
	return (
		<header className="panel-head">
			<h2>{title}</h2>
			<IconButton icon="close" label={t.common.close} onClick={onClose} />
		</header>
	);
}

import { boardPicture } from '../../board/theme.ts';
import { useBoardTheme } from '../../client/use-board-theme.ts';

/** The viewer's board before its game has come. */
export function EmptyBoard({ className }: { className?: string | undefined }) {
  return <img {...boardPicture(useBoardTheme().art)} alt="" className={className} />;
}

import type { Move, Position } from '@doushouqi/rules';
import type { ComponentProps } from 'react';
import { SmallBoard } from '../../board/SmallBoard.tsx';
import { useBoardTheme } from '../../client/use-board-theme.ts';
import { boardPieces } from '../../game/board-model.ts';

interface ThumbnailProps extends Omit<ComponentProps<typeof SmallBoard>, 'pieces' | 'theme'> {
  /** Null: an empty board, for an invalid game. */
  position: Position | null;
  last?: Move | null;
}

/** A small picture of a position in the user's theme. */
export function Thumbnail({ position, ...rest }: ThumbnailProps) {
  return <SmallBoard {...rest} theme={useBoardTheme()} pieces={position ? boardPieces(position) : []} />;
}

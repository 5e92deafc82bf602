import type { ComponentPropsWithRef } from 'react';
import { PIECE_ORDER, pieceSheet } from './theme.ts';
import { type PieceId, samePiece } from './types.ts';

interface PieceImageProps extends ComponentPropsWithRef<'img'> {
  /** Folder of the theme's pictures. */
  art: string;
  piece: PieceId;
}

/**
 * A piece's picture: the theme's sheet, of which a square box shows one place. Whatever shows one piece has them all,
 * so none comes late.
 */
export function PieceImage({ art, piece, style, ...rest }: PieceImageProps) {
  const place = PIECE_ORDER.findIndex((one) => samePiece(one, piece));
  const objectPosition = `${(place / (PIECE_ORDER.length - 1)) * 100}% 0`;
  return (
    <img
      {...pieceSheet(art)}
      alt=""
      draggable={false}
      {...rest}
      style={{ ...style, objectFit: 'cover', objectPosition }}
    />
  );
}

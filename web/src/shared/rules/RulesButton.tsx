import { Suspense, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { t as rulesText } from './texts.ts';

const Rules = lazyPart(() => import('./Rules.tsx'), { worksOffline: true });

interface RulesDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The rules over any page; their code loads on first use. */
export function RulesDialog({ open, onClose }: RulesDialogProps) {
  const [isAsked, setAsked] = useState(open);
  if (open && !isAsked) setAsked(true);
  return (
    isAsked && (
      <Suspense fallback={null}>
        <Rules open={open} onClose={onClose} />
      </Suspense>
    )
  );
}

/** Opens the rules from a header. */
export function RulesButton({ className }: { className?: string | undefined }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        small
        tone="quiet"
        icon="scroll"
        aria-haspopup="dialog"
        className={className}
        onClick={() => setOpen(true)}
      >
        {rulesText('open')}
      </Button>
      <RulesDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}

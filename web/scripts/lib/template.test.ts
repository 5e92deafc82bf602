import { describe, expect, it } from 'vitest';
import { fillTemplate, svgBody } from './template.ts';

describe('fillTemplate', () => {
  it('fills every slot, also repeated ones', () => {
    expect(fillTemplate('<g fill="{{rim}}">{{art}}{{rim}}</g>', { rim: '#fff', art: '<path/>' })).toBe(
      '<g fill="#fff"><path/>#fff</g>',
    );
  });

  it('accepts an empty value', () => {
    expect(fillTemplate('a{{art}}b', { art: '' })).toBe('ab');
  });

  it('fails on slots without a value and lists them all', () => {
    expect(() => fillTemplate('{{art}} {{char}} {{rim}}', { rim: '#000' })).toThrow(
      'Unfilled template slots: art, char',
    );
  });
});

describe('svgBody', () => {
  it('returns the content of a document', () => {
    expect(svgBody('<?xml version="1.0"?>\n<svg viewBox="0 0 9 9"><svg x="1"/><g/></svg>\n')).toBe(
      '<svg x="1"/><g/>',
    );
  });

  it('removes fills that would take a text color', () => {
    expect(svgBody('<path fill="currentColor" d="M0 0"/>')).toBe('<path d="M0 0"/>');
  });
});

import { type Panel, ROWS } from './dashboard-rows.ts';

/** Grafana's grid has 24 columns. */
const COLUMNS = 24;
const PANEL = { w: 8, h: 8 };
/** Schema version of Grafana's dashboard model; 39 is that of version 11. */
const SCHEMA_VERSION = 39;
const DATASOURCE = { type: 'prometheus', uid: '$datasource' };

function panelOf({ title, unit, curves }: Panel, id: number, x: number, y: number) {
  return {
    id,
    type: 'timeseries',
    title,
    datasource: DATASOURCE,
    gridPos: { ...PANEL, x, y },
    fieldConfig: {
      defaults: { unit, min: 0, custom: { fillOpacity: 10, lineWidth: 1, showPoints: 'never' } },
      overrides: [],
    },
    options: {
      legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    targets: curves.map(([expr, legendFormat], index) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + index),
      datasource: DATASOURCE,
      expr,
      legendFormat,
      range: true,
    })),
  };
}

/** Places the rows and their panels, three per line. */
function layOut() {
  const perLine = COLUMNS / PANEL.w;
  const panels: object[] = [];
  let y = 0;
  for (const { question, panels: own } of ROWS) {
    const row = { id: panels.length + 1, type: 'row', title: question, collapsed: false, panels: [] };
    panels.push({ ...row, gridPos: { x: 0, y, w: COLUMNS, h: 1 } });
    for (const [index, panel] of own.entries()) {
      const [column, line] = [index % perLine, Math.floor(index / perLine)];
      panels.push(panelOf(panel, panels.length + 1, column * PANEL.w, y + 1 + line * PANEL.h));
    }
    y += 1 + Math.ceil(own.length / perLine) * PANEL.h;
  }
  return panels;
}

/** Returns `ops/grafana/doushouqi.json` for Grafana's import, which asks for the Prometheus data source. */
export function dashboard() {
  return {
    uid: 'doushouqi',
    title: '斗兽棋',
    tags: ['doushouqi'],
    timezone: 'browser',
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    schemaVersion: SCHEMA_VERSION,
    version: 1,
    time: { from: 'now-3h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus', refresh: 1 },
      ],
    },
    annotations: { list: [] },
    links: [],
    panels: layOut(),
  };
}

export function dashboardFile(): string {
  return `${JSON.stringify(dashboard(), null, 2)}\n`;
}

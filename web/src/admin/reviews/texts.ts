import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts({
  kind: { pending: '待复核', appeals: '申诉' },
  list: '要处理的',
  empty: { pending: '没有等复核的处理', appeals: '没有等答复的申诉' },
  choose: '选一件来看',
  gone: '这一件已经处理过了',
  by: '{{by}}提出',
  appealed: '对{{by}}的处理申诉',
  evidence: '看举报',
  page: '用户页',
  accounts: '看这里的账号',

  pending: {
    title: '复核',
    lead: '同意后马上生效，期限从同意时算起。',
    approve: '同意{{what}}',
    refuse: '不同意',
    reason: '理由（记进操作记录）',
    approved: '{{name}}：{{what}}已生效',
    refused: '{{name}}：{{what}}没有通过',
    others: '要由另一位管理员来定。',
  },
  appeals: {
    title: '答复申诉',
    verdict: '答复',
    grant: '同意申诉',
    deny: '维持处理',
    text: '给{{name}}的答复',
    template: '换回模板',
    granted: '看了你的申诉，这次处理撤销了，抱歉给你添了麻烦。',
    denied: '看了你的申诉，也重看了当时的记录，维持原来的处理。',
    reason: '理由（记进操作记录）',
    send: { grant: '撤销{{kind}}', deny: '维持{{kind}}' },
    done: '已答复{{name}}',
    others: '要由提出处理以外的另一位来答复。',
  },
});
